/**
 * Ctrl-C reaches the whole terminal, and a service manager's SIGTERM all processes of the service: the parent, which
 * lets requests end first, says when this one ends. Imported before anything that takes time to load.
 */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
