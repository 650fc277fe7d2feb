import path from 'node:path';

/**
 * The settings of a local server: loopback only, authentication on, nothing reported to anybody, bounded memory.
 *
 * @param port 0 takes a free one
 * @param memoryMb Java heap in MiB; the page cache takes half as much again
 */
export function neo4jConfiguration(folder: string, port: number, memoryMb: number): string[] {
  const settings = {
    'server.directories.data': path.join(folder, 'store'),
    'server.directories.logs': path.join(folder, 'logs'),
    'server.bolt.enabled': true,
    'server.bolt.listen_address': `127.0.0.1:${port}`,
    'dbms.security.auth_enabled': true,
    'dbms.usage_report.enabled': false,
    'server.memory.pagecache.size': `${Math.ceil(memoryMb / 2)}m`,
    'db.tx_log.preallocate': false,
    'db.tx_log.rotation.size': '64m',
    'db.tx_log.rotation.retention_policy': 'false',
    // Without these two an orderly stop waits ten seconds for idle connections.
    'internal.server.bolt.thread_pool_shutdown_wait_time': '200ms',
    'internal.server.bolt.connection_shutdown_wait_time': '200ms',
  };
  return Object.entries(settings).map(([name, value]) => `${name}=${value}`);
}

export function javaArguments(classPath: string, memoryMb: number): string[] {
  return [
    `-Xmx${memoryMb}m`,
    `-Xms${Math.min(memoryMb, 256)}m`,
    '-XX:+ExitOnOutOfMemoryError',
    '-Dfile.encoding=UTF-8',
    '--add-opens=java.base/java.nio=ALL-UNNAMED',
    '--add-opens=java.base/java.io=ALL-UNNAMED',
    '--add-opens=java.base/sun.nio.ch=ALL-UNNAMED',
    '-cp',
    classPath,
  ];
}
