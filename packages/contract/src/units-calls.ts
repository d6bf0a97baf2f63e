import { REFUSED } from './errors.ts';
import { childParams, unitParams } from './params.ts';
import { API_PATHS } from './paths.ts';
import {
  childBody,
  childQuery,
  childRequest,
  movedBody,
  movedSlipsBody,
  moveRequest,
  proposalRequest,
  proposalsBody,
  removedBody,
  syncCredentialsBody,
  unitDoneBody,
} from './units.ts';

/** Calls about a unit’s records beside the gateway. */
export const UNITS_CALLS = {
  child: {
    method: 'GET',
    url: API_PATHS.child,
    schema: {
      summary: 'One child as it is stored',
      params: childParams,
      querystring: childQuery,
      response: { 200: childBody, ...REFUSED },
    },
  },
  replaceChild: {
    method: 'PUT',
    url: API_PATHS.child,
    schema: {
      summary: 'Replaces one child; its `_rev` must be the current one',
      params: childParams,
      querystring: childQuery,
      body: childRequest,
      response: { 200: childBody, ...REFUSED },
    },
  },
  moveChild: {
    method: 'POST',
    url: API_PATHS.moveChild,
    schema: {
      summary: 'Moves a child with its screenings to another unit, or proposes it',
      params: childParams,
      querystring: childQuery,
      body: moveRequest,
      response: { 200: movedBody, ...REFUSED },
    },
  },
  answerProposal: {
    method: 'POST',
    url: API_PATHS.answerProposal,
    schema: {
      summary: 'Accepts a proposed move, or ends the proposal',
      params: childParams,
      querystring: childQuery,
      body: proposalRequest,
      response: { 200: movedBody, ...REFUSED },
    },
  },
  proposals: {
    method: 'GET',
    url: API_PATHS.proposals,
    schema: {
      summary: 'The children whom others propose to move to a unit',
      params: unitParams,
      response: { 200: proposalsBody, ...REFUSED },
    },
  },
  sync: {
    method: 'GET',
    url: API_PATHS.sync,
    schema: {
      summary: 'A token of 15 minutes for the gateway, and the gateway’s address',
      response: { 200: syncCredentialsBody, ...REFUSED },
    },
  },
  updateViews: {
    method: 'GET',
    url: API_PATHS.updateViews,
    schema: {
      summary: 'Warms the indexes of a unit',
      params: unitParams,
      response: { 200: unitDoneBody, ...REFUSED },
    },
  },
  compact: {
    method: 'GET',
    url: API_PATHS.compact,
    schema: {
      summary: 'Gives the space of replaced revisions back',
      params: unitParams,
      response: { 200: unitDoneBody, ...REFUSED },
    },
  },
  removed: {
    method: 'GET',
    url: API_PATHS.removed,
    schema: {
      summary: 'The records of a unit that were removed in the last 30 days, with their versions',
      params: unitParams,
      response: { 200: removedBody, ...REFUSED },
    },
  },
  movedSlips: {
    method: 'GET',
    url: API_PATHS.movedSlips,
    schema: {
      summary: 'The referral slips of the children that moved away from a unit',
      params: unitParams,
      response: { 200: movedSlipsBody, ...REFUSED },
    },
  },
} as const;
