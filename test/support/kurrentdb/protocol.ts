/** The client's own generated definitions: what the double and the client say to each other is the same by construction. */
import { createRequire } from 'node:module';
import type * as codeMessages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/code_pb.js';
import type * as gossipService from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/gossip_grpc_pb.js';
import type * as gossipMessages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/gossip_pb.js';
import type * as featuresService from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/serverfeatures_grpc_pb.js';
import type * as featuresMessages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/serverfeatures_pb.js';
import type * as sharedMessages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js';
import type * as statusMessages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/status_pb.js';
import type * as streamsService from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_grpc_pb.js';
import type * as streamsMessages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import type * as anyMessages from 'google-protobuf/google/protobuf/any_pb.js';

const load = createRequire(import.meta.url);
const generated = (name: string): unknown =>
  load(`@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/${name}.js`);

export const { Code } = generated('code_pb') as typeof codeMessages;
export const { GossipService } = generated('gossip_grpc_pb') as typeof gossipService;
export const gossip = generated('gossip_pb') as typeof gossipMessages;
export const { ServerFeaturesService } = generated('serverfeatures_grpc_pb') as typeof featuresService;
export const features = generated('serverfeatures_pb') as typeof featuresMessages;
export const shared = generated('shared_pb') as typeof sharedMessages;
export const { Status } = generated('status_pb') as typeof statusMessages;
export const { StreamsService } = generated('streams_grpc_pb') as typeof streamsService;
export const streams = generated('streams_pb') as typeof streamsMessages;
export const { Any } = load('google-protobuf/google/protobuf/any_pb') as typeof anyMessages;
