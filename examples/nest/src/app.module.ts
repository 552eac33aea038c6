import { Controller, Get, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ToolsModule } from '@toolwire/nest';
import { toolwire } from 'toolwire';
import { RolesGuard, type SignedIn, SignInGuard } from './guards.ts';
import { OrderTools } from './order-tools.ts';
import { Orders } from './orders.ts';

@Controller()
class HomeController {
  @Get()
  home(): string {
    return 'The existing app';
  }
}

@Module({
  imports: [
    ToolsModule.forRoot<SignedIn>({
      path: '/api/ai',
      server: (tools) => toolwire({ tools }),
      principal: ({ user }) => user && { id: user.id },
    }),
  ],
  controllers: [HomeController],
  providers: [
    Orders,
    OrderTools,
    { provide: APP_GUARD, useClass: SignInGuard },
    { provide: APP_GUARD, useClass: RolesGuard },
  ],
})
export class AppModule {}
