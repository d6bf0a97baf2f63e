import {
  emailLinkBody,
  emailLinkDoneBody,
  endedSessionsBody,
  exchangeBody,
  exchangeRequest,
  firstAdminCheckRequest,
  firstAdminRequest,
  forgotRequest,
  linkBody,
  linkRequest,
  okBody,
  ownProfileRequest,
  passwordRequest,
  providerQuery,
  resetBody,
  resetRequest,
  sessionsBody,
  signedInBody,
  signinRequest,
  signupRequest,
  unlinkQuery,
  unlinkRequest,
  userBody,
} from './accounts.ts';
import { errorBody, REFUSED } from './errors.ts';
import { providerParams, secretParams, sessionParams } from './params.ts';
import { API_PATHS } from './paths.ts';

/** Calls about one’s own account, from signing up to its picture. */
export const ACCOUNTS_CALLS = {
  sendEmailLink: {
    method: 'POST',
    url: API_PATHS.ownEmail,
    schema: { response: { 200: userBody, ...REFUSED } },
  },
  giveEmailUp: {
    method: 'DELETE',
    url: API_PATHS.ownEmail,
    schema: { response: { 200: userBody, ...REFUSED } },
  },
  checkEmailLink: {
    method: 'GET',
    url: API_PATHS.emailLink,
    schema: { params: secretParams, response: { 200: emailLinkBody, ...REFUSED } },
  },
  followEmailLink: {
    method: 'POST',
    url: API_PATHS.emailLink,
    schema: { params: secretParams, response: { 200: emailLinkDoneBody, ...REFUSED } },
  },
  forgot: {
    method: 'POST',
    url: API_PATHS.forgot,
    schema: { body: forgotRequest, response: { 200: okBody, ...REFUSED } },
  },
  checkResetLink: {
    method: 'GET',
    url: API_PATHS.reset,
    schema: { params: secretParams, response: { 200: okBody, ...REFUSED } },
  },
  resetPassword: {
    method: 'POST',
    url: API_PATHS.reset,
    schema: {
      params: secretParams,
      body: resetRequest,
      response: { 200: resetBody, ...REFUSED },
    },
  },
  changePassword: {
    method: 'POST',
    url: API_PATHS.password,
    schema: { body: passwordRequest, response: { 200: userBody, ...REFUSED } },
  },
  saveProfile: {
    method: 'PUT',
    url: API_PATHS.users,
    schema: {
      body: ownProfileRequest,
      response: { 200: userBody, ...REFUSED },
    },
  },
  sessions: {
    method: 'GET',
    url: API_PATHS.sessions,
    schema: { response: { 200: sessionsBody, ...REFUSED } },
  },
  endOtherSessions: {
    method: 'DELETE',
    url: API_PATHS.sessions,
    schema: { response: { 200: endedSessionsBody, ...REFUSED } },
  },
  endListedSession: {
    method: 'DELETE',
    url: API_PATHS.listedSession,
    schema: {
      params: sessionParams,
      response: { 200: okBody, ...REFUSED },
    },
  },
  signin: {
    method: 'POST',
    url: API_PATHS.signin,
    schema: { body: signinRequest, response: { 200: signedInBody, ...REFUSED } },
  },
  signout: {
    method: 'GET',
    url: API_PATHS.signout,
    schema: { response: { 200: okBody, ...REFUSED } },
  },
  session: {
    method: 'GET',
    url: API_PATHS.session,
    schema: { response: { 200: userBody, ...REFUSED } },
  },
  signup: {
    method: 'POST',
    url: API_PATHS.signup,
    schema: { body: signupRequest, response: { 200: signedInBody, ...REFUSED } },
  },
  checkFirstAdminLink: {
    method: 'POST',
    url: API_PATHS.firstAdminCheck,
    schema: { body: firstAdminCheckRequest, response: { 200: okBody, ...REFUSED } },
  },
  makeFirstAdmin: {
    method: 'POST',
    url: API_PATHS.firstAdmin,
    schema: { body: firstAdminRequest, response: { 200: signedInBody, ...REFUSED } },
  },
  savePicture: {
    method: 'POST',
    url: API_PATHS.picture,
    schema: { response: { 200: userBody, '4xx': errorBody } },
  },
  removePicture: {
    method: 'DELETE',
    url: API_PATHS.picture,
    schema: { response: { 200: userBody, '4xx': errorBody } },
  },
  pictureFile: {
    method: 'GET',
    url: API_PATHS.pictureFile,
    schema: { response: { '4xx': errorBody } },
  },
  provider: {
    method: 'GET',
    url: API_PATHS.provider,
    schema: {
      params: providerParams,
      querystring: providerQuery,
      response: REFUSED,
    },
  },
  providerCallback: {
    method: 'GET',
    url: API_PATHS.providerCallback,
    schema: { params: providerParams, response: REFUSED },
  },
  exchange: {
    method: 'POST',
    url: API_PATHS.exchange,
    schema: { body: exchangeRequest, response: { 200: exchangeBody, ...REFUSED } },
  },
  linkAccount: {
    method: 'POST',
    url: API_PATHS.linkAccount,
    schema: {
      params: providerParams,
      body: linkRequest,
      response: { 200: linkBody, ...REFUSED },
    },
  },
  unlinkAccount: {
    method: 'DELETE',
    url: API_PATHS.socialAccounts,
    schema: {
      querystring: unlinkQuery,
      body: unlinkRequest,
      response: { 200: userBody, ...REFUSED },
    },
  },
} as const;
