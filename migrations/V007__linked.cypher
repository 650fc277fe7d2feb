// The search index polls for entities whose triples have changed.
CREATE INDEX entity_linked IF NOT EXISTS FOR (e:Entity) ON (e.linkedAt);

// Search has an index of its own.
DROP INDEX entityText IF EXISTS;
