import { type sendUnaryData, Server, ServerCredentials, status } from '@grpc/grpc-js';
import { randomUUID } from 'node:crypto';
import { append } from './append.ts';
import { batchAppend } from './appends.ts';
import { createFaults, type Faults } from './faults.ts';
import { notLeader, unavailable } from './failures.ts';
import { type EndPoint, type Node } from './node.ts';
import {
  features,
  gossip,
  GossipService,
  ServerFeaturesService,
  shared,
  StreamsService,
} from './protocol.ts';
import { read } from './reads.ts';
import { createTransactionLog, type TransactionLog } from './transaction-log.ts';

/** Stands in for a KurrentDB server. What it takes for granted about a real one is listed in the README beside it. */
export interface KurrentdbDouble {
  /** A connection string. */
  readonly url: string;
  readonly endPoint: EndPoint;
  readonly log: TransactionLog;
  readonly faults: Faults;
  /** Where reads of all began, in their order. */
  readonly begun: readonly bigint[];
  /** From now on it sends those who need the leader elsewhere; null: it leads. */
  follow(leader: EndPoint | null): void;
  /** Cuts every connection and is not there until it is started again, on the same port. */
  stop(): void;
  start(): Promise<void>;
  close(): void;
}

export interface DoubleOptions {
  /** Shared by the servers of a cluster. */
  readonly log?: TransactionLog;
  readonly port?: number;
  readonly maxAppendEventSize?: number;
  readonly maxAppendSize?: number;
  /** Whether the server has appends in batches; true when absent. */
  readonly hasBatches?: boolean;
}

const host = '127.0.0.1';

export async function kurrentdbDouble(options: DoubleOptions = {}): Promise<KurrentdbDouble> {
  const { log = createTransactionLog(), maxAppendEventSize = 1024 * 1024 } = options;
  const { maxAppendSize = 16 * 1024 * 1024, hasBatches = true } = options;
  const faults = createFaults();
  const begun: bigint[] = [];
  let leader: EndPoint | null = null;
  const node: Node = {
    log,
    faults,
    begun,
    maxAppendEventSize,
    maxAppendSize,
    hasBatches,
    refusal(metadata) {
      if (faults.unavailable) return unavailable();
      const needsLeader = metadata.get('requires-leader').includes('true');
      return leader !== null && needsLeader ? notLeader(leader) : null;
    },
  };
  let server = serverOf(node, () => members(endPoint, leader));
  const endPoint: EndPoint = { host, port: await listen(server, options.port ?? 0) };
  return {
    url: `kurrentdb://${host}:${endPoint.port}?tls=false`,
    endPoint,
    log,
    faults,
    begun,
    follow(other) {
      leader = other;
    },
    stop: () => {
      server.forceShutdown();
    },
    async start() {
      server = serverOf(node, () => members(endPoint, leader));
      await listen(server, endPoint.port);
    },
    close: () => {
      server.forceShutdown();
    },
  };
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });

function serverOf(node: Node, cluster: () => InstanceType<typeof gossip.ClusterInfo>): Server {
  const server = new Server();
  const unserved = (_: unknown, answer: sendUnaryData<never>): void => {
    answer({ code: status.UNIMPLEMENTED });
  };
  server.addService(ServerFeaturesService, {
    getSupportedMethods: (_: unknown, answer: sendUnaryData<unknown>) => {
      if (node.faults.unavailable) answer(unavailable());
      else answer(null, supportedMethods(node));
    },
  });
  server.addService(GossipService, {
    read: (_: unknown, answer: sendUnaryData<unknown>) => {
      if (node.faults.unavailable) answer(unavailable());
      else answer(null, cluster());
    },
  });
  server.addService(StreamsService, {
    read: read(node),
    batchAppend: batchAppend(node),
    append: append(node),
    delete: unserved,
    tombstone: unserved,
  });
  return server;
}

function supportedMethods({ hasBatches }: Node): InstanceType<typeof features.SupportedMethods> {
  const supported = new features.SupportedMethods();
  supported.setEventStoreServerVersion('25.1.0');
  for (const name of hasBatches ? ['batchappend', 'read'] : ['read']) {
    const method = new features.SupportedMethod();
    method.setServiceName('event_store.client.streams.streams');
    method.setMethodName(name);
    supported.addMethods(method);
  }
  return supported;
}

function members(own: EndPoint, leader: EndPoint | null): InstanceType<typeof gossip.ClusterInfo> {
  const { FOLLOWER, LEADER } = gossip.MemberInfo.VNodeState;
  const info = new gossip.ClusterInfo();
  info.addMembers(member(own, leader === null ? LEADER : FOLLOWER));
  if (leader !== null) info.addMembers(member(leader, LEADER));
  return info;
}

type State = (typeof gossip.MemberInfo.VNodeState)[keyof typeof gossip.MemberInfo.VNodeState];

function member({ host, port }: EndPoint, state: State): InstanceType<typeof gossip.MemberInfo> {
  const id = new shared.UUID();
  id.setString(randomUUID());
  const endPoint = new gossip.EndPoint();
  endPoint.setAddress(host);
  endPoint.setPort(port);
  const info = new gossip.MemberInfo();
  info.setInstanceId(id);
  info.setState(state);
  info.setIsAlive(true);
  info.setHttpEndPoint(endPoint);
  return info;
}
