import { type Database, int } from './database';
import { entityFields, isWhole } from './entities';
import type { Entity } from './types';

export interface Found {
  entity: Entity;
  /** Lucene's: BM25 of each field, summed; comparable within one answer only */
  score: number;
}

/** Words beyond these change the order of results little and make Lucene refuse the query at 1,024 clauses. */
const maxWords = 64;

/** Looked at beyond what is asked for, so that an exact name is among them whatever its score. */
const spare = 50;

/**
 * Entities whose name, aliases or description hold words of the query (English word forms); those whose name or
 * alias is the query itself come first. Any text may be asked for; one without a letter or digit finds nothing.
 */
export async function searchEntities(db: Database, query: string, first: number): Promise<Found[]> {
  const lucene = luceneQuery(query);
  if (lucene === undefined) return [];
  const found = await db.read<Found>(
    `CALL db.index.fulltext.queryNodes('entityText', $lucene, {limit: $pool}) YIELD node AS e, score
     WITH e, score, CASE
       WHEN toLower(e.name) = $plain THEN 2
       WHEN any(alias IN e.aliases WHERE toLower(alias) = $plain) THEN 1
       ELSE 0
     END AS exact
     ORDER BY exact DESC, score DESC, e.id LIMIT $first
     RETURN ${entityFields} AS entity, score`,
    { lucene, plain: query.trim().toLowerCase(), first: int(first), pool: int(first + spare) },
  );
  return found.filter(({ entity }) => isWhole(entity));
}

/**
 * The user's words as quoted phrases: inside quotes Lucene's parser gives a meaning to `"` and `\` only, so no
 * operator, wildcard or field name of the user's reaches it. The whole text as a name or alias counts more.
 */
function luceneQuery(text: string): string | undefined {
  const words = text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const some = [...new Set(words)].slice(0, maxWords).map(quote);
  if (some.length === 0) return undefined;
  const whole = quote(words.slice(0, maxWords).join(' '));
  return [`name:${whole}^8`, `aliases:${whole}^4`, ...some].join(' ');
}

function quote(phrase: string): string {
  return `"${phrase.replace(/["\\]/g, '\\$&')}"`;
}
