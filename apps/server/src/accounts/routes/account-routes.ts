import type { FastifyInstance } from 'fastify';
import { type BeginSessionServices, createBeginSession } from '../begin-session.ts';
import { type EmailChangeServices, EmailChanges } from '../email-change.ts';
import { type EmailServices, emailRoutes } from './email-routes.ts';
import { type PasswordServices, passwordRoutes } from './password-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { type SignInServices, signInRoutes } from './sign-in-routes.ts';
import { type SignUpServices, signUpRoutes } from './sign-up-routes.ts';

export type AccountServices = BeginSessionServices &
  SignInServices &
  SignUpServices &
  PasswordServices &
  EmailServices &
  EmailChangeServices;

/** The calls by which people create, open and maintain their own account. */
export function accountRoutes(app: FastifyInstance, services: AccountServices): void {
  const beginSession = createBeginSession(services);
  signInRoutes(app, services, beginSession);
  signUpRoutes(app, services, beginSession);
  passwordRoutes(app, services);
  const changes = new EmailChanges(services);
  profileRoutes(app, services, changes);
  emailRoutes(app, services, changes);
  sessionRoutes(app, services);
}
