import {
  type CanActivate,
  type CustomDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  SetMetadata,
  UnauthorizedException,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { findUser, type User } from './users.ts';

export interface SignedIn {
  readonly headers: { readonly authorization?: string };
  user?: User;
}

/** The existing sign-in of the app. */
@Injectable()
export class SignInGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<SignedIn>();
    const user = findUser(request.headers.authorization);
    if (user === undefined) throw new UnauthorizedException('Please sign in');
    request.user = user;
    return true;
  }
}

export const Roles = (...roles: readonly string[]): CustomDecorator => SetMetadata('roles', roles);

/** The existing permissions of the app: the roles that a handler names. */
@Injectable()
export class RolesGuard implements CanActivate {
  readonly #reflector: Reflector;

  constructor(@Inject(Reflector) reflector: Reflector) {
    this.#reflector = reflector;
  }

  canActivate(context: ExecutionContext): boolean {
    const roles = this.#reflector.get<readonly string[] | undefined>('roles', context.getHandler()) ?? [];
    const { user } = context.switchToHttp().getRequest<SignedIn>();
    return roles.every((role) => user?.roles.includes(role));
  }
}
