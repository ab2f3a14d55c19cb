const lock = `hashtextextended('witness catalogs', 0)`;

/** SQL: lets no catalog be dropped for an erasure until the transaction ends; before one is put. */
export const keepCatalogsSql = `select pg_advisory_xact_lock_shared(${lock})`;

/** SQL: lets none be put until the transaction ends: what the next statement sees of puts is all there is. */
export const holdCatalogsSql = `select pg_advisory_xact_lock(${lock})`;
