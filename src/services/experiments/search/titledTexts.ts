import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { detectTextForm, readEntityTexts } from '../../../formats/tsv';
import { badInput } from '../../../shared/errors';
import { writeFileAtomically } from '../../../shared/files';
import { readJsonFile } from '../../../shared/jsonFile';
import { refuse } from '../dataset';

const schema = z.record(z.string(), z.object({ wikipedia: z.string().nullish() }));

/** Names of the files in a graph's folder. */
const titles = 'entity2wikidata.json';
const texts = 'entity2text.txt';

/**
 * Texts of DBpedia's entities, from a graph whose entities have Wikipedia's titles: written as lines of id
 * (`<dbpedia:Title>`), name and description.
 *
 * @param wanted ids that are asked for
 * @returns how many of them have a text
 * @throws BAD_INPUT where the folder has no such files, or none of the entities is wanted
 */
export async function writeTitledTexts(
  graph: string,
  wanted: ReadonlySet<string>,
  file: string,
): Promise<number> {
  const place = path.join(graph, titles);
  if (!fs.existsSync(place)) {
    throw badInput(
      `There is no ${place}. Texts of DBpedia's entities are those of a graph with Wikipedia's titles: name its folder ` +
        `(--graph), as of FB15k-237 with ${titles} and ${texts}.`,
      { file: place },
    );
  }
  const known = readJsonFile(
    place,
    schema,
    'Wikipedia titles of entities',
    'Restore it, or name another folder.',
  );
  const ids = new Map(
    Object.entries(known).flatMap(([id, { wikipedia }]) => (wikipedia ? [[id, dbpediaId(wikipedia)]] : [])),
  );
  const lines = new Map<string, string>();
  const source = path.join(graph, texts);
  for await (const { id, name, description = '' } of readEntityTexts(
    source,
    await detectTextForm(source),
    refuse,
  )) {
    const own = ids.get(id);
    if (own !== undefined && wanted.has(own))
      lines.set(own, [own, name, description].map(inOneLine).join('\t'));
  }
  if (lines.size === 0) throw badInput(`No judged entity has a text in ${graph}.`);
  writeFileAtomically(file, [...lines.values()].map((line) => `${line}\n`).join(''));
  return lines.size;
}

/** A text may have line ends and tabs of its own. */
function inOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ');
}

/** `https://en.wikipedia.org/wiki/El_Paso,_Texas` → `<dbpedia:El_Paso,_Texas>` */
export function dbpediaId(wikipedia: string): string {
  const title = wikipedia.replace(/^.*\/wiki\//, '');
  try {
    return `<dbpedia:${decodeURIComponent(title)}>`;
  } catch {
    return `<dbpedia:${title}>`; // a percent sign that is meant as one
  }
}
