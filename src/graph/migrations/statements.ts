const token =
  /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`[^`]*`|(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<end>;)|[\s\S]/g;

/** The statements of a Cypher script: split at `;` outside quotes and comments, comments dropped. */
export function splitStatements(script: string): string[] {
  const statements = [''];
  for (const { 0: text, groups } of script.matchAll(token)) {
    if (groups?.['end']) statements.push('');
    else statements.push(`${statements.pop() ?? ''}${groups?.['comment'] ? ' ' : text}`);
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}
