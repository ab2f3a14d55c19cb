-- What an erased session leaves behind goes with it.
grant delete on attempt_tokens to witness_app;
