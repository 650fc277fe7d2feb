import { Writable } from 'node:stream';
import { ProgressDisplay } from '../../src/shared/progressDisplay';

class Recorder extends Writable {
  text = '';
  constructor(
    readonly isTTY: boolean,
    readonly columns = 80,
  ) {
    super();
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
  // what cli-progress needs of a terminal
  cursorTo = () => true;
  clearLine = () => true;
  moveCursor = () => true;
}

function display(isTTY: boolean, lineEveryMs = 5_000) {
  const recorder = new Recorder(isTTY);
  return { recorder, display: new ProgressDisplay(recorder as unknown as NodeJS.WriteStream, lineEveryMs) };
}

const report = (done: number, stage = 'importing triples') => ({
  stage,
  done,
  total: 1_000,
  unit: 'triples',
});

describe('ProgressDisplay in a pipe', () => {
  beforeEach(() => jest.useFakeTimers({ now: 0 }));
  afterEach(() => jest.useRealTimers());

  it('writes a line every few seconds, with rate and time left, and no control characters', () => {
    const { recorder, display: progress } = display(false);
    for (let second = 0; second <= 12; second++) {
      jest.setSystemTime(second * 1_000);
      progress.show(report(second * 50));
    }
    expect(recorder.text.split('\n')).toEqual([
      '  importing triples: 250 of 1,000 triples, 15 s left, 50/s',
      '  importing triples: 500 of 1,000 triples, 10 s left, 50/s',
      '',
    ]);
  });

  it('leaves a line about a step that was long, and none about a short one', () => {
    const { recorder, display: progress } = display(false);
    progress.show(report(0));
    jest.setSystemTime(4_000);
    progress.show(report(1_000));
    progress.show(report(0, 'a short step'));
    jest.setSystemTime(5_000);
    progress.done();
    expect(recorder.text).toBe('  importing triples: 1,000 triples in 4.0 s, 250/s\n');
  });

  it('tells number, time and rate of the same work', () => {
    const { recorder, display: progress } = display(false);
    progress.show({ ...report(500), before: 500 }); // as when a job resumes
    jest.setSystemTime(2_000);
    progress.show({ ...report(600), before: 500 });
    jest.setSystemTime(13_000); // what comes after the last report is no part of the work
    progress.done();
    expect(recorder.text).toBe('  importing triples: 100 triples in 2.0 s, 50/s\n');
  });

  it('tells of all that was done, also before the first report', () => {
    const { recorder, display: progress } = display(false);
    progress.show(report(400));
    jest.setSystemTime(3_000);
    progress.show(report(1_000));
    progress.done();
    expect(recorder.text).toBe('  importing triples: 1,000 triples in 5.0 s, 200/s\n');
  });

  it('tells one of something', () => {
    const { recorder, display: progress } = display(false);
    for (const [i, unit] of ['triples', 'entities', 'per cent'].entries()) {
      jest.setSystemTime(i * 10_000);
      progress.show({ stage: `stage ${i}`, done: 1, unit });
    }
    jest.setSystemTime(30_000);
    progress.done();
    expect(recorder.text).toBe(
      '  stage 0: 1 triple in 10 s\n  stage 1: 1 entity in 10 s\n  stage 2: 1 per cent in 10 s\n',
    );
  });

  it('keeps to 80 columns however many figures there are', () => {
    const { recorder, display: progress } = display(false, 0);
    const metrics = { loss: 0.123456, mrr: 0.25, 'hits at 10': 0.5, 'learning rate': 1e-5 };
    progress.show({ ...report(1), metrics });
    for (const line of recorder.text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(recorder.text).toContain('loss 0.123');
  });
});

describe('ProgressDisplay on a terminal', () => {
  it('draws a bar, makes room for lines above it, and takes it away at the end', () => {
    const { recorder, display: progress } = display(true);
    progress.show(report(250));
    progress.show(report(500));
    progress.print('a line above');
    progress.done();
    expect(recorder.text).toContain('█████░');
    expect(recorder.text).toContain('a line above\n');
    expect(recorder.text).toContain('\u001b[?25h'); // the cursor is shown again
  });
});
