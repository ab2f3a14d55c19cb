-- Public halves of the keys that blocks were signed with.
create table audit_keys (
  key_id text not null primary key,
  public_key bytea not null,
  first_seen_at timestamptz not null default now()
);

comment on column audit_keys.key_id is 'First 16 bytes of the SHA-256 of public_key, lower-case hexadecimal.';
comment on column audit_keys.public_key is 'Ed25519, SubjectPublicKeyInfo in DER.';

grant select, insert on audit_keys to witness_app;
