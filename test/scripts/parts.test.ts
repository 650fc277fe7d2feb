import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { supports } from '../../scripts/setup/nodeVersion.mjs';
import { matchesLockfile } from '../../scripts/setup/npm.mjs';
import { doSteps } from '../../scripts/setup/steps.mjs';
import { makeFolder } from '../../scripts/setup/support/draft.mjs';
import { withLock } from '../../scripts/setup/support/lock.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kindred-setup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A process id that no process has. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid!;
}

describe('supported versions of Node', () => {
  it.each(['20.19.0', '20.20.2', '22.13.0', '22.23.5', '24.0.0', '26.1.0'])('takes %s', (version) => {
    expect(supports(version)).toBe(true);
  });
  it.each(['18.20.0', '20.18.3', '21.7.0', '22.12.0', '23.11.0'])('refuses %s', (version) => {
    expect(supports(version)).toBe(false);
  });
});

describe('matchesLockfile', () => {
  const wanted = {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/native': { version: '2.0.0', optional: true },
  };

  it('accepts what the lockfile asks for, optional packages of other platforms aside', () => {
    expect(matchesLockfile(wanted, { 'node_modules/a': { version: '1.0.0' } })).toBe(true);
  });
  it('accepts more than that', () => {
    const present = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/gpu': { version: '4.0.0' } };
    expect(matchesLockfile(wanted, present)).toBe(true);
  });
  it.each([
    ['a missing package', {}],
    ['another version', { 'node_modules/a': { version: '1.0.1' } }],
    [
      'another version of an optional package',
      { 'node_modules/a': { version: '1.0.0' }, 'node_modules/native': { version: '1.9.0' } },
    ],
  ])('refuses %s', (_fault, present) => {
    expect(matchesLockfile(wanted, present)).toBe(false);
  });
});

describe('makeFolder', () => {
  const complete = (at: string) => existsSync(path.join(at, 'file'));
  const fill = (text: string) => async (draft: string) => {
    writeFileSync(path.join(draft, 'file'), text);
    await sleep(20);
    return text;
  };

  it('leaves nothing behind when filling fails', async () => {
    const failing = async (draft: string) => {
      await fill('half')(draft);
      throw new Error('connection reset');
    };
    await expect(makeFolder(path.join(folder, 'made'), failing, complete)).rejects.toThrow(
      'connection reset',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('replaces an incomplete folder, and clears drafts of killed set-ups only', async () => {
    const target = path.join(folder, 'made');
    const abandoned = `made.${await deadProcess()}.draft`;
    const busy = `made.${process.ppid}.draft`;
    await makeFolder(path.join(folder, abandoned), fill('abandoned'), complete);
    await makeFolder(path.join(folder, busy), fill('busy'), complete);
    await makeFolder(target, async (draft: string) => writeFileSync(path.join(draft, 'other'), ''), complete);
    await makeFolder(target, fill('whole'), complete);
    expect(readdirSync(target)).toEqual(['file']);
    expect(readdirSync(folder).sort()).toEqual(['made', busy].sort());
  });

  it('keeps a complete folder that another process made meanwhile', async () => {
    const target = path.join(folder, 'made');
    await makeFolder(target, fill('first'), complete);
    await makeFolder(target, fill('second'), complete);
    expect(readFileSync(path.join(target, 'file'), 'utf8')).toBe('first');
    expect(readdirSync(folder)).toEqual(['made']);
  });
});

describe('withLock', () => {
  it('lets one at a time work, and says whom it waits for', async () => {
    const file = path.join(folder, 'lock');
    const events: string[] = [];
    const waitedFor: number[] = [];
    const work = (name: string) =>
      withLock(
        file,
        async () => {
          events.push(`${name} begins`);
          await sleep(50);
          events.push(`${name} ends`);
        },
        (pid: number) => waitedFor.push(pid),
      );
    await Promise.all([work('a'), work('b')]);
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    expect(waitedFor).toEqual([process.pid]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes over from a process that was killed, and frees the lock after a failure', async () => {
    const file = path.join(folder, 'lock');
    writeFileSync(file, `${await deadProcess()}\n`);
    const failing = withLock(
      file,
      () => Promise.reject(new Error('no space left')),
      () => {
        throw new Error('there was nobody to wait for');
      },
    );
    await expect(failing).rejects.toThrow('no space left');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('doSteps', () => {
  const step = (name: string, needs: string[], run: () => Promise<string>, more = {}) => ({
    ...{ name, title: name, needs, run, found: () => undefined as string | undefined },
    ...more,
  });
  const done = () => Promise.resolve('well');
  const broken = () => Promise.reject(new Error('broken pipe'));

  async function outcomes(steps: ReturnType<typeof step>[]) {
    const ends: string[] = [];
    const display = {
      start: () => undefined,
      end: ({ name }: { name: string }, outcome: string, text: string) =>
        ends.push(`${name} ${outcome}: ${text}`),
    };
    return { complete: await doSteps(steps, {}, display), ends };
  }

  it('does what is not found', async () => {
    const found = { found: () => 'there already' };
    expect(await outcomes([step('a', [], broken, found), step('b', ['a'], done)])).toEqual({
      complete: true,
      ends: ['a found: there already', 'b done: well'],
    });
  });

  it('leaves out what needs a step that failed, and does the rest', async () => {
    expect(await outcomes([step('a', [], broken), step('b', ['a'], done), step('c', [], done)])).toEqual({
      complete: false,
      ends: [
        'a failed: An unexpected error: broken pipe',
        'c done: well',
        'b failed: not tried, since a did not succeed',
      ],
    });
  });

  it('goes on without a step that may fail', async () => {
    const { complete, ends } = await outcomes([
      step('a', [], broken, { without: 'slowly' }),
      step('b', ['a'], done),
    ]);
    expect(complete).toBe(true);
    expect(ends).toEqual(['a without: An unexpected error: broken pipe', 'b done: well']);
  });
});
