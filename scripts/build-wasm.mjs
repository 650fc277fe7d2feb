// Compiles the candidate scan from AssemblyScript to dist/models/candidates/scan.wasm; part of the build.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const output = path.join(root, 'dist/models/candidates/scan.wasm');
mkdirSync(path.dirname(output), { recursive: true });
const { error, stderr } = await asc.main([
  path.join(root, 'src/models/candidates/assembly/scan.ts'),
  ...['--outFile', output, '--enable', 'simd', '-O3', '--runtime', 'stub', '--noAssert'],
  ...['--importMemory', '--noExportMemory', '--maximumMemory', '65536'], // 65,536 pages: 4 GiB
]);
if (error) {
  console.error(stderr.toString());
  process.exit(1);
}
