import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The fold of one attempt's stream, without tools. */
@Entity({ name: 'attempt_report', synchronize: false })
export class AttemptReport {
  @PrimaryColumn('text')
  tenant_id!: string;

  @PrimaryColumn('text')
  attachment_attempt_id!: string;

  @PrimaryColumn('integer')
  generation!: number;

  @Column('text')
  session_id!: string;

  @Column('numeric')
  position!: string;

  /** JSON text. */
  @Column('text')
  state!: string;
}
