import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The fold of one session's own stream, and what lists show of it. */
@Entity({ name: 'session_status', synchronize: false })
export class SessionStatusRow {
  @PrimaryColumn('text')
  tenant_id!: string;

  @PrimaryColumn('text')
  session_id!: string;

  @PrimaryColumn('integer')
  generation!: number;

  @Column('text', { nullable: true })
  task_id!: string | null;

  @Column('text', { nullable: true })
  agent_id!: string | null;

  @Column('boolean')
  connected!: boolean;

  @Column('numeric')
  connected_changed!: string;

  @Column('numeric')
  first_position!: string;

  @Column('numeric')
  position!: string;

  @Column('text', { array: true })
  server_statuses!: string[];

  @Column('text')
  search!: string;

  /** The attempts that its report is made from, newest first. */
  @Column('text', { array: true })
  attempts!: string[];

  /** JSON text. */
  @Column('text')
  state!: string;

  /** JSON text of a `SessionStatus`; null until one of its attempts is known. */
  @Column('text', { nullable: true })
  status!: string | null;
}
