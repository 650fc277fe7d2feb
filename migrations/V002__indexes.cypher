// Lists of entities are sorted by name, then id; `entities(after)` seeks in this order.
CREATE INDEX entity_name IF NOT EXISTS FOR (e:Entity) ON (e.name, e.id);

// Processes with vectors in memory poll for what changed since they last looked.
CREATE INDEX entity_updated IF NOT EXISTS FOR (e:Entity) ON (e.updatedAt);
CREATE INDEX tombstone_at IF NOT EXISTS FOR (t:Tombstone) ON (t.at);

// Workers look for jobs to claim.
CREATE INDEX job_state IF NOT EXISTS FOR (j:Job) ON (j.state, j.createdAt);
