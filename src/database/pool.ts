import { type Pool } from 'pg';
import { type DataSource } from 'typeorm';

/** Dependency injection token of the process's pg `Pool`; every connection has taken the role `witness_app`. */
export const POOL = Symbol('POOL');

/** The pool that a data source works with. */
export const poolOf = (dataSource: DataSource): Pool =>
  (dataSource.driver as unknown as { readonly master: Pool }).master;
