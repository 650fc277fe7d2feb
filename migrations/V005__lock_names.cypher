// Writers lock a node by setting this property to null, which stores nothing. Neo4j takes the lock only when it knows
// the property's name, so the name is made here, before the first writer needs it.
CALL db.createProperty('lockedAt');
