declare module 'fastify4' {
  export { fastify } from 'fastify';
}
