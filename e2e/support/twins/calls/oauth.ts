import * as applications from '#main/storage/store/oauth/applications.ts';
import * as records from '#main/storage/store/oauth/records.ts';
import type { Parts } from '../world.ts';
import { callsTo, row, type StoreCall } from './shape.ts';

/** How the test of twins calls `main/storage/store/oauth`. */
export const oauthCalls = ({ now, application, applicationSecret, oauthRecord }: Parts): StoreCall[] => {
  const { model, id_hash } = oauthRecord;
  return [
    ...callsTo('oauth/applications', applications, {
      findOpenApplication: [application.id],
      hasApplicationSecret: [application.id, applicationSecret.secret_hash],
    }),
    ...callsTo('oauth/records', records, {
      saveOauthRecord: [row({ ...oauthRecord, payload: '{}' })],
      findOauthRecord: [model, 'id_hash', id_hash],
      consumeOauthRecord: [model, id_hash, now],
      deleteOauthRecord: [model, id_hash],
      deleteOauthRecordsOfGrant: [oauthRecord.grant_hash ?? ''],
    }),
  ];
};
