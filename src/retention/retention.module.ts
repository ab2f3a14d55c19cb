import { Global, Module } from '@nestjs/common';
import { RetentionEnd } from './ended.ts';
import { RetentionPeriods } from './periods.ts';

/** How long what is kept. */
@Global()
@Module({ providers: [RetentionPeriods, RetentionEnd], exports: [RetentionPeriods, RetentionEnd] })
export class RetentionModule {}
