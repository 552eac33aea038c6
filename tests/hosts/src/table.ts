import type { Host } from './host.ts';
import { expressFive, expressFour } from './hosts/express.ts';
import { fastifyFive } from './hosts/fastify.ts';
import { h3 } from './hosts/h3.ts';
import { hapi } from './hosts/hapi.ts';
import { hono } from './hosts/hono.ts';
import { koaThree, koaTwo } from './hosts/koa.ts';
import { nestOnExpress, nestOnFastify } from './hosts/nest.ts';
import { nodeHttp } from './hosts/node.ts';

/** Every framework, in the order of docs/hosts.md. */
export const hosts: readonly Host[] = [
  nodeHttp,
  expressFive,
  expressFour,
  fastifyFive,
  koaThree,
  koaTwo,
  hono,
  h3,
  hapi,
  nestOnExpress,
  nestOnFastify,
];
