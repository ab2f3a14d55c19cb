export { AttemptReport } from './attempt-report.entity.ts';
export { CatalogReference } from './catalog-reference.entity.ts';
export { Catalog } from './catalog.entity.ts';
export { Projection } from './projection.entity.ts';
export { SessionStatusRow } from './session-status.entity.ts';
