// Stems and drops English stop words; eventually consistent indexing would let `createEntity` return too soon.
CREATE FULLTEXT INDEX entityText IF NOT EXISTS
FOR (e:Entity) ON EACH [e.name, e.aliases, e.description]
OPTIONS { indexConfig: { `fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false } };
