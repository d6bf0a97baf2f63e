import type { FastifyInstance } from 'fastify';
import type { AdminServices } from './admin-services.ts';
import { phoneRoutes } from './phone-routes.ts';
import { roleRequestRoutes } from './role-request-routes.ts';
import { userRoutes } from './user-routes.ts';

/** The calls of administrators about accounts, and of everybody about a role of their own. */
export function adminRoutes(app: FastifyInstance, services: AdminServices): void {
  userRoutes(app, services);
  phoneRoutes(app, services);
  roleRequestRoutes(app, services);
}
