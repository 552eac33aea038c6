import type { Host } from './host.ts';
import { elysia } from './hosts/elysia.ts';
import { expressFive, expressFour, feathersFive } from './hosts/express.ts';
import { fastifyFive, fastifyFour } from './hosts/fastify.ts';
import { h3 } from './hosts/h3.ts';
import { h3One } from './hosts/h3-1.ts';
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
  feathersFive,
  fastifyFive,
  fastifyFour,
  koaThree,
  koaTwo,
  hono,
  h3,
  h3One,
  elysia,
  hapi,
  nestOnExpress,
  nestOnFastify,
];
