export { createApp } from './create-app.ts';
export type { Host, HostTier, Requester, RunningHost, TestApp, ToolMount } from './host.ts';
export { listenOn } from './listen.ts';
export { hostNamed, newestHosts, newestHostsOfRun } from './scope.ts';
export { hosts } from './table.ts';
