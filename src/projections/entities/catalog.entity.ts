import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A limited tool catalog by the digest that events carry. Ingest writes it; the projection sweeps it. */
@Entity({ name: 'catalogs', synchronize: false })
export class Catalog {
  @PrimaryColumn('text')
  tenant_id!: string;

  @PrimaryColumn('text')
  digest!: string;

  /** JSON text: an array of tools by name. */
  @Column('text')
  body!: string;

  @Column('timestamptz')
  touched_at!: Date;
}
