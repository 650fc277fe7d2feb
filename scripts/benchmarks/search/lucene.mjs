import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkJava, javaTool, missingMaven } from '../../setup/java.mjs';
import { command } from '../../setup/support/command.mjs';
import { makeFolder } from '../../setup/support/draft.mjs';
import { inCache } from '../../setup/support/places.mjs';

const peers = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'peers');
const [source, pom] = ['LuceneSearch.java', 'lucene.pom.xml'].map((name) => path.join(peers, name));

/**
 * Lucene's answers: documents and queries as terms.
 *
 * @param documents `{ id, fields }`, each field a list of terms
 * @param queries lists of terms
 * @returns `{ indexMs, bytes, answers }`, an answer for each query: `{ ms, hits: [id, score][] }`
 */
export async function luceneSearch({ documents, queries, weights, k1, b, rounds }) {
  const installed = await install();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kindred-lucene-'));
  try {
    const [documentFile, queryFile] = ['documents.tsv', 'queries.txt'].map((name) => path.join(folder, name));
    writeFileSync(
      documentFile,
      documents
        .map(({ id, fields }) => [id, ...fields.map((terms) => terms.join(' '))].join('\t') + '\n')
        .join(''),
    );
    writeFileSync(queryFile, queries.map((terms) => `${terms.join(' ')}\n`).join(''));
    const classPath = [path.join(installed, 'lib', '*'), path.join(installed, 'classes')].join(
      path.delimiter,
    );
    const out = await command(
      javaTool('java'),
      [
        ...['-Xmx2g', '-cp', classPath, 'LuceneSearch', documentFile, queryFile, path.join(folder, 'index')],
        ...[weights.join(','), k1, b, rounds].map(String),
      ],
      { seconds: 600 },
    );
    const [about, ...answers] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    return { ...about, answers };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lucene and the compiled program, in the cache: made on the first call, and again when either changes. */
async function install() {
  const print = createHash('sha256').update(readFileSync(source)).update(readFileSync(pom)).digest('hex');
  const folder = inCache(`benchmark-lucene-${print.slice(0, 12)}`);
  const isThere = (at) => existsSync(path.join(at, 'classes', 'LuceneSearch.class'));
  if (isThere(folder)) return folder;
  await checkJava();
  await makeFolder(
    folder,
    async (draft) => {
      const goal = [
        'dependency:copy-dependencies',
        '-DincludeScope=runtime',
        `-DoutputDirectory=${draft}/lib`,
      ];
      await command('mvn', ['--batch-mode', '--no-transfer-progress', '--quiet', '--file', pom, ...goal], {
        missing: missingMaven,
      });
      const [lib, classes] = [path.join(draft, 'lib', '*'), path.join(draft, 'classes')];
      await command(javaTool('javac'), ['-cp', lib, '-d', classes, source]);
    },
    isThere,
  );
  return folder;
}
