import type { FastifyInstance } from 'fastify';
import type { AdminServices } from './admin-services.ts';
import { type FirstStepsServices, firstStepsRoutes } from './first-steps-routes.ts';
import { phoneRoutes } from './phone-routes.ts';
import { roleRequestRoutes } from './role-request-routes.ts';
import { userRoutes } from './user-routes.ts';

/** The calls of administrators about accounts, and of everybody about a role of their own. */
export function adminRoutes(
  app: FastifyInstance,
  services: AdminServices & FirstStepsServices,
): void {
  userRoutes(app, services);
  phoneRoutes(app, services);
  roleRequestRoutes(app, services);
  firstStepsRoutes(app, services);
}
