import { z } from 'zod';
import {
  addedUserBody,
  answeredRequestBody,
  answerRoleRequest,
  askRoleRequest,
  newUserRequest,
  okBody,
  roleRequestsBody,
  userBody,
  userRequest,
  usersBody,
  usersQuery,
} from './accounts.ts';
import { auditBody, auditQuery } from './audit.ts';
import { catalogueBody, catalogueResponse } from './catalogue.ts';
import {
  lastProgrammeChangeBody,
  programmeBackBody,
  programmeBody,
  programmeChangeBody,
} from './config.ts';
import {
  eraseAccountBody,
  eraseAccountRequest,
  eraseRequest,
  erasureBody,
  erasuresBody,
} from './erasures.ts';
import { errorBody, REFUSED } from './errors.ts';
import { firstStepsBody } from './first-steps.ts';
import { unitParams, userParams } from './params.ts';
import { API_PATHS } from './paths.ts';
import { phonesBody, phonesQuery } from './phones.ts';
import { eraseKeptLongBody, eraseKeptLongRequest, keptLongBody } from './retention.ts';
import { joiningBody, joinRequest } from './units.ts';

/** Calls of administrators: accounts, requests for a role, places, settings, the log. */
export const ADMINISTRATION_CALLS = {
  firstSteps: {
    method: 'GET',
    url: API_PATHS.firstSteps,
    schema: {
      summary: 'How far a new server is set up',
      response: { 200: firstStepsBody, ...REFUSED },
    },
  },
  phones: {
    method: 'GET',
    url: API_PATHS.phones,
    schema: {
      summary: 'A page of the phones that synchronise, those that need help first',
      querystring: phonesQuery,
      response: { 200: phonesBody, ...REFUSED },
    },
  },
  audit: {
    method: 'GET',
    url: API_PATHS.audit,
    schema: {
      summary: 'A page of the audit log, newest first',
      querystring: auditQuery,
      response: { 200: auditBody, '4xx': errorBody },
    },
  },
  auditCsv: {
    method: 'GET',
    url: API_PATHS.auditCsv,
    schema: {
      summary: 'The audit log as CSV (UTF-8 with BOM, RFC 4180)',
      querystring: auditQuery.omit({ page: true }),
      response: {
        200: { description: 'The file', content: { 'text/csv': { schema: z.string() } } },
        '4xx': errorBody,
      },
    },
  },
  erasures: {
    method: 'GET',
    url: API_PATHS.erasures,
    schema: {
      summary: 'What was erased for good within one’s places, without names, the newest first',
      response: { 200: erasuresBody, ...REFUSED },
    },
  },
  erase: {
    method: 'POST',
    url: API_PATHS.erase,
    schema: {
      summary: 'Erases a child with its screenings, or a mother, for good',
      params: unitParams,
      body: eraseRequest,
      response: { 202: erasureBody, ...REFUSED },
    },
  },
  joining: {
    method: 'GET',
    url: API_PATHS.joining,
    schema: {
      summary: 'Whether a unit was joined to another, and how far that is',
      params: unitParams,
      response: { 200: joiningBody, ...REFUSED },
    },
  },
  join: {
    method: 'POST',
    url: API_PATHS.joining,
    schema: {
      summary: 'Joins a unit to another: it ends, and everybody in it moves',
      params: unitParams,
      body: joinRequest,
      response: { 202: joiningBody, ...REFUSED },
    },
  },
  part: {
    method: 'DELETE',
    url: API_PATHS.joining,
    schema: {
      summary: 'Undoes within 30 days that a unit was joined to another',
      params: unitParams,
      response: { 202: joiningBody, ...REFUSED },
    },
  },
  keptLong: {
    method: 'GET',
    url: API_PATHS.keptLong,
    schema: {
      summary: 'The children within one’s places who were kept for the programme’s term',
      response: { 200: keptLongBody, ...REFUSED },
    },
  },
  eraseKeptLong: {
    method: 'POST',
    url: API_PATHS.keptLong,
    schema: {
      summary: 'Erases them for good, if they are as many as was seen',
      body: eraseKeptLongRequest,
      response: { 202: eraseKeptLongBody, ...REFUSED },
    },
  },
  stakes: {
    method: 'GET',
    url: API_PATHS.stakes,
    schema: {
      summary: 'The places that people see; a phl-pilot is given the pilot’s',
      response: { 200: catalogueResponse, '4xx': errorBody },
    },
  },
  catalogue: {
    method: 'GET',
    url: API_PATHS.catalogue,
    schema: {
      summary: 'The whole catalogue with its revision',
      response: { 200: catalogueBody, '4xx': errorBody },
    },
  },
  saveCatalogue: {
    method: 'PUT',
    url: API_PATHS.catalogue,
    schema: {
      summary:
        'Puts a catalogue, changed within one’s places, in place of the revision that it was made on',
      body: catalogueBody,
      response: { 200: catalogueBody, '4xx': errorBody },
    },
  },
  saveProgramme: {
    method: 'PUT',
    url: API_PATHS.programme,
    schema: {
      summary: 'Puts settings of the programme in place of those that the change was made on',
      body: programmeChangeBody,
      response: { 200: programmeBody, '4xx': errorBody },
    },
  },
  lastProgrammeChange: {
    method: 'GET',
    url: API_PATHS.programmeLast,
    schema: {
      summary:
        'The change that made the settings of the programme, with the values before and after',
      response: { 200: lastProgrammeChangeBody, '4xx': errorBody },
    },
  },
  putProgrammeBack: {
    method: 'POST',
    url: API_PATHS.programmeLast,
    schema: {
      summary: 'Puts the last change of the settings back while no newer one stands',
      body: programmeBackBody,
      response: { 200: programmeBody, '4xx': errorBody },
    },
  },
  askRole: {
    method: 'POST',
    url: API_PATHS.roleRequests,
    schema: {
      summary: 'Asks for a role; asking again replaces the note',
      body: askRoleRequest,
      response: { 200: userBody, ...REFUSED },
    },
  },
  takeRoleRequestBack: {
    method: 'DELETE',
    url: API_PATHS.roleRequests,
    schema: { summary: 'Takes one’s own request back', response: { 200: userBody, ...REFUSED } },
  },
  roleRequests: {
    method: 'GET',
    url: API_PATHS.roleRequests,
    schema: {
      summary: 'Open requests of accounts within one’s places, the oldest first',
      response: { 200: roleRequestsBody, ...REFUSED },
    },
  },
  answerRoleRequest: {
    method: 'POST',
    url: API_PATHS.roleRequest,
    schema: {
      summary: 'Grants or refuses what an account asked for',
      params: userParams,
      body: answerRoleRequest,
      response: { 200: answeredRequestBody, ...REFUSED },
    },
  },
  users: {
    method: 'GET',
    url: API_PATHS.users,
    schema: {
      summary: 'A page of the accounts by name, of those within one’s places',
      querystring: usersQuery,
      response: { 200: usersBody, ...REFUSED },
    },
  },
  addUser: {
    method: 'POST',
    url: API_PATHS.users,
    schema: {
      summary: 'Makes an account and invites its owner by mail to set a password',
      body: newUserRequest,
      response: { 200: addedUserBody, ...REFUSED },
    },
  },
  user: {
    method: 'GET',
    url: API_PATHS.user,
    schema: {
      summary: 'One account',
      params: userParams,
      response: { 200: userBody, ...REFUSED },
    },
  },
  saveUser: {
    method: 'PUT',
    url: API_PATHS.user,
    schema: {
      summary: 'Changes names, roles and scope; new rights end the sessions of the account',
      params: userParams,
      body: userRequest,
      response: { 200: userBody, ...REFUSED },
    },
  },
  removeUser: {
    method: 'DELETE',
    url: API_PATHS.user,
    schema: {
      summary: 'Removes an account with everything that belongs to it',
      params: userParams,
      response: { 200: okBody, ...REFUSED },
    },
  },
  eraseAccount: {
    method: 'POST',
    url: API_PATHS.eraseAccount,
    schema: {
      summary: 'Erases an account for good; records show a former volunteer in place of its name',
      params: userParams,
      body: eraseAccountRequest,
      response: { 202: eraseAccountBody, ...REFUSED },
    },
  },
  docs: {
    method: 'GET',
    url: API_PATHS.docs,
    schema: {
      summary: 'This document',
      response: { 200: z.record(z.string(), z.unknown()), '4xx': errorBody },
    },
  },
} as const;
