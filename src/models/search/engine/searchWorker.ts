import { parentPort, workerData } from 'node:worker_threads';
import { packError, type Reply } from '../../../shared/calls';
import { Analyzer } from '../analysis';
import { parseQuery } from '../query/parseQuery';
import { passing } from '../query/filter';
import { counts } from '../ranking/counts';
import { search } from '../ranking/search';
import { SegmentSet } from '../segments/segmentSet';
import { stringAt } from '../segments/strings';
import { suggest } from '../suggestions/suggest';
import { sampleQuery } from '../training/sampleQuery';
import { loadIndex, saveIndex } from './indexFolder';
import { Merging } from './merging';
import type { EngineCalls, EngineRequest, EngineStart } from './messages';

const { language, source = '', folder } = workerData as EngineStart;
const analyzer = new Analyzer(language);
const set = new SegmentSet(analyzer);
const merging = new Merging(set);

type Handlers = {
  [Method in keyof EngineCalls]: (
    ...args: Parameters<EngineCalls[Method]>
  ) => ReturnType<EngineCalls[Method]> | Promise<ReturnType<EngineCalls[Method]>>;
};

const handlers: Handlers = {
  put(documents) {
    set.put(documents);
    merging.start();
  },
  remove(ids) {
    set.remove(ids);
    merging.start();
  },
  search: ({ text, ...asked }) => search(set, { ...asked, query: parseQuery(text, analyzer) }),
  count({ text, filter }, countBy) {
    const query = text === undefined ? undefined : parseQuery(text, analyzer);
    return counts(set, { query, filter }, countBy);
  },
  passing(ids, filter) {
    const allowed = set.all.map((live) => passing(live, filter));
    return ids.filter((id) => {
      const place = set.placeOf(id);
      return place && allowed[place.segment]![place.document] === 1;
    });
  },
  allPassing: (filter) =>
    set.all.flatMap((live) => {
      const allowed = passing(live, filter);
      return Array.from(allowed.keys())
        .filter((document) => allowed[document] === 1)
        .map((document) => stringAt(live.segment.ids, document));
    }),
  suggest: (typed, first) => suggest(set, typed, first),
  sample: (text, ids) => sampleQuery(set, parseQuery(text, analyzer), ids),
  versions() {
    const versions = new Map<string, number>();
    for (const { segment, count, isLive } of set.all) {
      for (let document = 0; document < count; document++) {
        if (isLive(document)) versions.set(stringAt(segment.ids, document), segment.versions[document]!);
      }
    }
    return versions;
  },
  save: (target, mark) => saveIndex(target, set, { language, source, mark }),
  settle: () => merging.settled(),
};

const mark = folder === undefined ? undefined : loaded(folder);
parentPort!.postMessage({ ready: { mark, documents: set.statistics.documents } });
parentPort!.on('message', (request: EngineRequest) => void answer(request));

/** What is damaged is made again: the index is a copy of what the store holds. */
function loaded(from: string): number | undefined {
  try {
    return loadIndex(from, set, { language, source });
  } catch {
    return undefined;
  }
}

async function answer({ call, method, args }: EngineRequest): Promise<void> {
  let reply: Reply;
  try {
    const handler = handlers[method] as (...given: readonly unknown[]) => unknown;
    reply = { call, result: await handler(...args) };
  } catch (error) {
    reply = { call, error: packError(error) };
  }
  parentPort!.postMessage(reply);
}
