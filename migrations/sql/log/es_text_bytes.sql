-- Text as it enters a hash: length in bytes (four bytes, big-endian), then UTF-8; null is the length -1 and no bytes.
-- Kept so plain that it is inlined.
create function public.es_text_bytes(value text) returns bytea
language sql stable parallel safe
return coalesce(pg_catalog.int4send(pg_catalog.octet_length(value)) || pg_catalog.convert_to(value, 'UTF8'), '\xffffffff'::bytea);
