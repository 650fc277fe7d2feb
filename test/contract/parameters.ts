import { tf } from '../../src/models/backend';
import { type Parameters, type ParameterState, untrained } from '../../src/models/training/parameters';
import { difference, leaked } from '../support/tensors';

const shapes = { matrix: [3, 2], row: [4], scalar: [] } as const;

/** Adam (Kingma and Ba 2015, algorithm 1) in double precision, one number at a time. */
function reference(
  start: Record<string, Float32Array>,
  steps: number,
  rate: (name: string) => number,
): Record<string, number[]> {
  return Object.fromEntries(
    Object.entries(start).map(([name, values]) => [
      name,
      Array.from(values, (initial, i) => {
        let [w, m, v] = [initial, 0, 0];
        for (let t = 1; t <= steps; t++) {
          const g = Math.fround(gradientAt(name, i, t));
          m = 0.9 * m + 0.1 * g;
          v = 0.999 * v + 0.001 * g * g;
          w -= (rate(name) * (m / (1 - 0.9 ** t))) / (Math.sqrt(v / (1 - 0.999 ** t)) + 1e-8);
        }
        return w;
      }),
    ]),
  );
}

/** Gradients of every size, down to where ε decides. */
function gradientAt(name: string, i: number, t: number): number {
  return Math.sin(3 * t + i + name.length) * 10 ** (i * 2 - 8);
}

/** What every implementation of Adam must satisfy. */
export function parametersContract(create: (state: ParameterState) => Parameters): void {
  const rate = (name: string): number => (name === 'row' ? 0.1 : 0.01);
  const start = (): Record<string, Float32Array> =>
    Object.fromEntries(
      Object.entries(shapes).map(([name, shape]) => [
        name,
        Float32Array.from(
          { length: shape.reduce<number>((product, length) => product * length, 1) },
          (_, i) => Math.cos(i),
        ),
      ]),
    );
  const fresh = (): ParameterState =>
    untrained(
      Object.fromEntries(
        Object.entries(start()).map(([name, data]) => [
          name,
          { shape: shapes[name as keyof typeof shapes], data },
        ]),
      ),
    );
  const train = (parameters: Parameters, from: number, to: number): void => {
    for (let t = from; t <= to; t++) {
      const gradients = Object.fromEntries(
        Object.entries(start()).map(([name, { length }]) => [
          name,
          tf.tensor(
            Float32Array.from({ length }, (_, i) => gradientAt(name, i, t)),
            [...shapes[name as keyof typeof shapes]],
          ),
        ]),
      );
      parameters.update(gradients, rate);
      tf.dispose(gradients);
    }
  };

  it('equals the published formula over 20 steps, also where ε decides', () => {
    const parameters = create(fresh());
    train(parameters, 1, 20);
    const expected = reference(start(), 20, rate);
    for (const [name, { data }] of Object.entries(parameters.state().weights)) {
      expect(difference(data, expected[name]!)).toBeLessThan(1e-6);
    }
    parameters.dispose();
  });

  it('goes on from a saved state bit for bit', () => {
    const [unbroken, first] = [create(fresh()), create(fresh())];
    train(unbroken, 1, 9);
    train(first, 1, 4);
    const saved = first.state();
    const second = create(saved);
    train(second, 5, 9);
    expect(second.state()).toEqual(unbroken.state());
    expect(saved.updates).toBe(4);
    expect(first.state()).toEqual(saved);
    for (const parameters of [unbroken, first, second]) parameters.dispose();
  });

  it('reads its weights as they are', () => {
    const parameters = create(fresh());
    const weights = parameters.read();
    for (const [name, values] of Object.entries(start())) {
      expect(weights[name]!.shape).toEqual(shapes[name as keyof typeof shapes]);
      expect([...weights[name]!.dataSync()]).toEqual([...values]);
    }
    train(parameters, 1, 1);
    expect([...weights['row']!.dataSync()]).toEqual([...start()['row']!]);
    tf.dispose(weights);
    parameters.dispose();
  });

  it('leaves no tensor behind', () => {
    expect(
      leaked(() => {
        const parameters = create(fresh());
        for (let t = 1; t <= 20; t++) {
          train(parameters, t, t);
          tf.dispose(parameters.read());
        }
        parameters.state();
        parameters.dispose();
      }),
    ).toBe(0);
  });
}
