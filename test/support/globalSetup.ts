import { TestDatabases } from './databases';

declare global {
  var testDatabases: TestDatabases | undefined;
}

export default async function globalSetup(): Promise<void> {
  // Half the boot time of Neo4j; what the optimising compiler would gain comes later than a test run ends.
  process.env['JAVA_TOOL_OPTIONS'] ??= '-XX:TieredStopAtLevel=1';
  // A jest worker's own `process.env` is a copy that TensorFlow's C++ log does not see.
  process.env['TF_CPP_MIN_LOG_LEVEL'] ??= '2';
  globalThis.testDatabases = new TestDatabases();
  process.env['KINDRED_TEST_DATABASES'] = await globalThis.testDatabases.listen();
}
