export { type FastifyToolsOptions, mountTools } from './fastify.ts';
