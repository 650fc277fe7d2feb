/**
 * A process that imports tables and tells its progress, a line of JSON each, so that a test can kill it at any point.
 * Arguments: the connection and the import's options, as JSON.
 */
import database from '../../../dist/graph/database.js';
import imports from '../../../dist/services/imports/index.js';

const [connection, options] = process.argv.slice(2).map((json) => JSON.parse(json));
const db = await database.Database.open(connection);
const onProgress = (progress) => process.stdout.write(`${JSON.stringify(progress)}\n`);
await imports.importTsv(db, { ...options, onProgress });
await db.close();
