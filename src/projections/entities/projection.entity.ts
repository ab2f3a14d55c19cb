import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One build of a read model: the generation in state `live` is what readers see. */
@Entity({ name: 'projections', synchronize: false })
export class Projection {
  @PrimaryColumn('text')
  name!: string;

  @PrimaryColumn('integer')
  generation!: number;

  /** Of the definition that fills it. */
  @Column('integer')
  version!: number;

  @Column('text')
  state!: 'building' | 'live' | 'retired';

  @Column('bigint')
  skipped_events!: string;

  @Column('numeric', { nullable: true })
  last_skipped!: string | null;

  @Column('timestamptz')
  created_at!: Date;

  @Column('timestamptz')
  updated_at!: Date;
}
