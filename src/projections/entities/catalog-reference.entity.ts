import { Entity, PrimaryColumn } from 'typeorm';

/** A current attempt needs this catalog. */
@Entity({ name: 'catalog_references', synchronize: false })
export class CatalogReference {
  @PrimaryColumn('text')
  tenant_id!: string;

  @PrimaryColumn('text')
  digest!: string;

  @PrimaryColumn('integer')
  generation!: number;

  @PrimaryColumn('text')
  attachment_attempt_id!: string;
}
