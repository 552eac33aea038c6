/** The names of the figures that `model.ts` reads, with their sections. */
export const costNames = {
  plainCpu: 'a call, server processes',
  plainBalancerCpu: 'a call, nginx',
  keyedCpu: 'a call with an ID, server processes',
  keyedBalancerCpu: 'a call with an ID, nginx',
  keyedRedisCpu: 'a call with an ID, Redis',
  keyedScripts: 'a call with an ID, scripts on Redis',
  keyedCommands: 'a call with an ID, commands in them',
  keyedBytes: 'a call with an ID, bytes to and from Redis',
  keyMemory: 'a call with an ID, memory of Redis',
  ratedCpu: 'a call that is counted, server processes',
  ratedRedisCpu: 'a call that is counted, Redis',
  ratedScripts: 'a call that is counted, scripts on Redis',
  ratedBytes: 'a call that is counted, bytes to and from Redis',
  callBytes: 'a call with an ID, bytes of request and answer',
  processMemory: 'memory of a server process',
  redisConnections: 'connections of a server process to Redis',
  taskCpu: 'a call stored as a task and read, server processes',
  taskRedisCpu: 'a call stored as a task and read, Redis',
  taskScripts: 'a call stored as a task and read, scripts on Redis',
  taskBytes: 'a call stored as a task and read, bytes to and from Redis',
  taskMemory: 'a call stored as a task and read, memory of Redis',
} as const;

/** The section that has them. */
export const manyTitle = 'Scale of many processes';

/** The line of a connection that is open, in the section of one process. */
export const connectionName = 'an open connection, toolwire';

/** That section. */
export const scaleTitle = 'Scale of one process';
