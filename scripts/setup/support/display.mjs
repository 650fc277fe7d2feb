/** Shows steps as they end, and what is being worked on: in place on a terminal, else a line every few seconds. */
export class Display {
  #out;
  #running = new Map();
  #timer;

  constructor(output) {
    this.#out = output;
    this.#timer = setInterval(() => this.#tick(), this.#out.isTTY ? 200 : 5_000);
    this.#timer.unref();
  }

  start(step) {
    this.#running.set(step, Date.now());
  }

  end(step, outcome, text) {
    const started = this.#running.get(step);
    this.#running.delete(step);
    const time = started === undefined ? '' : ` (${seconds(started)})`;
    this.#clear();
    this.#line(`${marks[outcome]} ${step.title}: ${text}${time}`);
    if (outcome === 'without') this.#line(`    Going on without it: ${step.without}.`);
  }

  say(text) {
    this.#clear();
    this.#line(text);
  }

  close() {
    clearInterval(this.#timer);
    this.#clear();
  }

  #tick() {
    if (this.#running.size === 0) return;
    const now = [...this.#running].map(([step, started]) => `${step.title} ${seconds(started)}`).join(', ');
    this.#clear();
    if (this.#out.isTTY) this.#out.write(`  … ${now}`.slice(0, (this.#out.columns ?? 80) - 1));
    else this.#line(`  … ${now}`);
  }

  #clear() {
    if (this.#out.isTTY) this.#out.write('\r\u001b[K');
  }

  #line(text) {
    this.#out.write(`${text}\n`);
  }
}

const marks = { found: '  ✓', done: '  ✓', without: '  !', failed: '  ✗' };

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;
