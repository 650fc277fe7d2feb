import { splitStatements } from '../../../src/graph/migrations/statements';

describe('the statements of a script', () => {
  it.each([
    ['two on their lines', 'CREATE (a);\nCREATE (b);\n', ['CREATE (a)', 'CREATE (b)']],
    ['the last without an end', 'RETURN 1;\n\nRETURN 2', ['RETURN 1', 'RETURN 2']],
    ['several lines', 'MATCH (n)\nRETURN n;', ['MATCH (n)\nRETURN n']],
    ['comments', '// one; two\nRETURN 1; // three;\n/* four;\n five */ RETURN 2;', ['RETURN 1', 'RETURN 2']],
    ['quotes', `RETURN 'a;b', "c;'d", 'it\\'s;'; RETURN 2`, [`RETURN 'a;b', "c;'d", 'it\\'s;'`, 'RETURN 2']],
    ['what looks like a comment in quotes', `RETURN 'bolt://host';`, [`RETURN 'bolt://host'`]],
    ['names in backticks', 'RETURN 1 AS `a;b`;', ['RETURN 1 AS `a;b`']],
    ['nothing', '// only a comment\n;\n', []],
  ])('are parted: %s', (_, script, expected) => {
    expect(splitStatements(script)).toEqual(expected);
  });
});
