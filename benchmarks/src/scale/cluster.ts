import { startNginxWith } from '@toolwire/programs/nginx';
import { startRedis } from '@toolwire/programs/redis';
import { Redis } from 'ioredis';
import { type MeasuredServer, startServer } from '../http/processes.ts';
import { cpuOfTree } from './process-cpu.ts';

/** The number of server processes behind the balancer. */
export const processes = 4;

/** The resources that all parts have used so far. */
export interface ClusterUsage {
  /** CPU microseconds of the server processes, of the balancer and of Redis. */
  readonly servers: number;
  readonly balancer: number;
  readonly redis: number;
  /** Scripts that Redis was sent, each a round trip, and commands that it has run, those in scripts among them. */
  readonly scripts: number;
  readonly commands: number;
  /** Bytes that Redis was sent and has sent. */
  readonly bytes: number;
  /** Bytes of its memory that are data. */
  readonly memory: number;
  readonly keys: number;
}

/** Server processes behind nginx, with a Redis that is theirs. */
export interface Cluster {
  readonly servers: readonly MeasuredServer[];
  readonly port: number;
  readonly usage: () => Promise<ClusterUsage>;
  /** Connections that Redis has of each process. */
  readonly redisConnections: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Starts all of it, on ports that were free. */
export async function startCluster(what: 'calls' | 'tasks'): Promise<Cluster> {
  const redis = await startRedis('appendonly yes', 'maxmemory-policy noeviction');
  const client = new Redis(redis.url);
  const servers: MeasuredServer[] = [];
  for (let index = 0; index < processes; index++) servers.push(await startServer('scale/shared', [redis.url, what]));
  const nginx = await startNginxWith((port) => recipe(port, servers), 8192);
  return {
    servers,
    port: nginx.port,
    usage: async () => {
      const used = await Promise.all(servers.map((one) => one.usage()));
      const info = await client.info('everything');
      const saying = readInfo(info);
      return {
        servers: used.reduce((sum, { cpu }) => sum + cpu, 0),
        balancer: cpuOfTree(nginx.pid),
        redis: 1e6 * (saying('used_cpu_sys') + saying('used_cpu_user')),
        scripts: saying('cmdstat_evalsha:calls') + saying('cmdstat_eval:calls'),
        commands: saying('total_commands_processed'),
        bytes: saying('total_net_input_bytes') + saying('total_net_output_bytes'),
        memory: saying('used_memory') - saying('mem_clients_normal') - saying('mem_aof_buffer'),
        keys: await client.dbsize(),
      };
    },
    redisConnections: async () =>
      // One is ours.
      (readInfo(await client.info('clients'))('connected_clients') - 1) / processes,
    stop: async () => {
      await nginx.close();
      for (const one of servers) one.stop();
      client.disconnect();
      await redis.remove();
    },
  };
}

/** Reads a number; 0 for what Redis has not counted yet. */
function readInfo(info: string): (field: string) => number {
  return (field) => {
    const [name = '', member] = field.split(':');
    const [, line] = new RegExp(`^${name}:(\\S+)`, 'm').exec(info) ?? [];
    const text = member === undefined ? line : new RegExp(`(?:^|,)${member}=([^,]+)`).exec(line ?? '')?.[1];
    return Number(text ?? 0);
  };
}

/** As docs/recipes/nginx.md has it, without TLS. */
function recipe(port: number, servers: readonly MeasuredServer[]): string {
  return `
    upstream tools {
      ${servers.map((one) => `server 127.0.0.1:${one.port};`).join('\n      ')}
      keepalive 32;
    }
    server {
      listen 127.0.0.1:${port};
      location / {
        proxy_pass http://tools;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-Proto $scheme;
        proxy_read_timeout 120s;
        client_max_body_size 2m;
      }
      keepalive_requests 1000000;
    }`;
}
