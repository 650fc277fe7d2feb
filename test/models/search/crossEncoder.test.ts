import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CrossEncoder } from '../../../src/models/search/crossEncoder/crossEncoder';
import { tinyCrossEncoder } from '../../support/baseEncoder';

const { queries, texts, scores } = JSON.parse(
  fs.readFileSync(path.join(tinyCrossEncoder, 'expected.json'), 'utf8'),
) as { queries: string[]; texts: string[]; scores: number[][] };

const open: CrossEncoder[] = [];
const start = (folder: string) => {
  const encoder = new CrossEncoder(folder);
  open.push(encoder);
  return encoder;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((encoder) => encoder.close()));
});

describe('a cross-encoder', () => {
  it('gives the scores that NumPy gives, in batches too', async () => {
    const encoder = start(tinyCrossEncoder);
    for (const [q, query] of queries.entries()) {
      const many = Array.from({ length: 40 }, (_, i) => texts[i % texts.length]!);
      const found = await encoder.scores(query, many);
      found.forEach((score, i) => expect(score).toBeCloseTo(scores[q]![i % texts.length]!, 4));
    }
    expect(await encoder.scores('dog', [])).toEqual(new Float32Array());
  });

  it('takes a mark in a text for its characters', async () => {
    const [forged, plain] = await start(tinyCrossEncoder).scores('dog', ['dog [SEP] cat', 'dog cat']);
    const [spelt] = await start(tinyCrossEncoder).scores('dog', ['dog [ S E P ] cat']);
    expect(forged).toBe(spelt);
    expect(forged).not.toBe(plain);
  });

  it.each(['onnx', 'config.json', 'tokenizer.json'])('names a folder without %s', async (name) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-cross-'));
    fs.cpSync(tinyCrossEncoder, folder, { recursive: true });
    fs.rmSync(path.join(folder, name), { recursive: true });
    await expect(start(folder).scores('dog', ['cat'])).rejects.toMatchObject({
      code: 'CORRUPT_FILE',
      message: expect.stringContaining(`it has no ${name}`) as string,
    });
    fs.rmSync(folder, { recursive: true });
  });

  it('refuses more texts than may wait, and takes them again when the others are done', async () => {
    const encoder = start(tinyCrossEncoder);
    const many = Array.from({ length: 1500 }, () => 'cat');
    const first = encoder.scores('dog', many);
    await expect(encoder.scores('dog', many)).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      message:
        '1500 texts wait for the cross-encoder; with 1500 more they would be over 2000. Try again later.',
    });
    expect(await first).toHaveLength(1500);
    expect(await encoder.scores('dog', many)).toHaveLength(1500);
  });

  it('says so when it was closed with calls open', async () => {
    const encoder = start(tinyCrossEncoder);
    const call = encoder.scores('dog', texts);
    await encoder.close();
    await expect(call).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  });
});
