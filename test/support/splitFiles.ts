import fs from 'node:fs';
import path from 'node:path';
import type { TrainingData } from '../../src/models/training';

/** Write a graph as the files that benchmark graphs come as; the triples go to one part after another. */
export function writeDataset(folder: string, graph: TrainingData): void {
  const { entityIds, relationIds, triples } = graph;
  fs.mkdirSync(folder, { recursive: true });
  const lines = Array.from({ length: triples.length / 3 }, (_, i) => {
    const [head, relation, tail] = triples.subarray(i * 3) as unknown as [number, number, number];
    return `${entityIds[head]}\t${relationIds[relation]}\t${entityIds[tail]}\n`;
  });
  const part = (name: string, keep: (i: number) => boolean) =>
    fs.writeFileSync(path.join(folder, name), lines.filter((_, i) => keep(i)).join(''));
  part('train.tsv', (i) => i % 10 < 8);
  part('dev.tsv', (i) => i % 10 === 8);
  part('test.tsv', (i) => i % 10 === 9);
  const texts = (ids: readonly string[], own: readonly string[]) =>
    ids.map((id, row) => `${id}\t${own[row]}\t \n`).join('');
  fs.writeFileSync(path.join(folder, 'entity2text.txt'), texts(entityIds, graph.texts));
  fs.writeFileSync(path.join(folder, 'relation2text.txt'), texts(relationIds, graph.relationTexts));
}
