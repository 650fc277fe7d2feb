import { categoriesOf } from '../../../src/models/triples/relationCategories';

describe('the category of a relation', () => {
  it('tells how many tails a head has on average, and heads a tail', () => {
    const triples = [
      ...[
        [0, 0, 1],
        [2, 0, 3],
      ], // one each
      ...[
        [0, 1, 1],
        [0, 1, 2],
        [0, 1, 3],
      ], // three tails of one head
      ...[
        [1, 2, 0],
        [2, 2, 0],
      ], // two heads of one tail
      ...[
        [0, 3, 1],
        [0, 3, 2],
        [4, 3, 1],
        [4, 3, 2],
      ],
    ];
    expect(categoriesOf(Int32Array.from(triples.flat()), 5)).toEqual(['1-1', '1-n', 'n-1', 'n-n', '1-1']);
  });
});
