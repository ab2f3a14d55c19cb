import { Module } from '@nestjs/common';
import { FeedController } from './feed.controller.ts';
import { Feed } from './feed.service.ts';
import { StreamSender } from './stream-sender.ts';
import { FeedStreams } from './streams.ts';

/** Recorded events for other services, as pages and as streams. */
@Module({ controllers: [FeedController], providers: [Feed, FeedStreams, StreamSender] })
export class FeedModule {}
