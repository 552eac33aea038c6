import type { BuiltHost, Host } from './host.ts';
import { adonisSix } from './hosts/adonis.ts';
import { astro } from './hosts/astro.ts';
import { elysia } from './hosts/elysia.ts';
import { expressFive, expressFour, feathersFive } from './hosts/express.ts';
import { fastifyFive, fastifyFour } from './hosts/fastify.ts';
import { h3 } from './hosts/h3.ts';
import { h3One } from './hosts/h3-1.ts';
import { hapi } from './hosts/hapi.ts';
import { hono } from './hosts/hono.ts';
import { koaThree, koaTwo } from './hosts/koa.ts';
import { nestOnExpress, nestOnFastify } from './hosts/nest.ts';
import { nextSixteen } from './hosts/next.ts';
import { nitroThree } from './hosts/nitro.ts';
import { nodeHttp } from './hosts/node.ts';
import { nodeHttp2 } from './hosts/node-http2.ts';
import { reactRouter } from './hosts/react-router.ts';
import { svelteKit } from './hosts/sveltekit.ts';

/** Every framework, in the order of docs/hosts.md. */
export const hosts: readonly Host[] = [
  nodeHttp,
  nodeHttp2,
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
  adonisSix,
  nestOnExpress,
  nestOnFastify,
];

/** Frameworks whose apps are built, in the order of docs/hosts.md. Only the shared suite runs over them. */
export const builtHosts: readonly BuiltHost[] = [nextSixteen, svelteKit, astro, reactRouter, nitroThree];
