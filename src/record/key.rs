//! The keys that permits are signed and checked with.

use std::fmt;

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::entry::{Digest, to_hex};

/// The fewest bytes of a shared secret: as many as what it signs with.
const SHORTEST: usize = 32;

/// What is put in front of everything that is signed, so that a signature of something else is never one of a permit.
const CONTEXT: &[u8] = b"chk permit 1\n";

/// A key that signs permits: Ed25519 where the executor is another process, HMAC-SHA-256 where one process does both.
///
/// ```
/// use chk::record::Signer;
/// let secret = [7; 32]; // 32 bytes of the system's randomness
/// let signer = Signer::ed25519(&secret);
/// let public = signer.public().ok_or("an HMAC key has no public half")?;
/// assert_eq!(chk::record::Verifier::ed25519(&public)?.id(), signer.verifier().id());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Signer {
    key: Secret,
    id: String,
}

#[derive(Clone)]
enum Secret {
    Ed25519(Box<SigningKey>),
    Hmac(Box<Hmac<Sha256>>),
}

/// A key that permits are checked with: the public half of an Ed25519 key, or the same HMAC secret.
#[derive(Clone)]
pub struct Verifier {
    key: Check,
    id: String,
}

#[derive(Clone)]
enum Check {
    Ed25519(Box<VerifyingKey>),
    Hmac(Box<Hmac<Sha256>>),
}

/// Why bytes are no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// They are no point of the curve, or one that signs for everybody.
    #[error("these 32 bytes are no public key of Ed25519; take those that `Signer::public` gives")]
    NoPublicKey,
    /// They are too few.
    #[error("a secret of {0} bytes is too short to sign with; take at least {SHORTEST} random bytes")]
    TooShort(usize),
}

impl Signer {
    /// A key of Ed25519, of 32 secret random bytes. Whoever has the public half can check and not sign.
    pub fn ed25519(secret: &[u8; 32]) -> Signer {
        let key = SigningKey::from_bytes(secret);
        let id = public_id(&key.verifying_key());
        Signer { key: Secret::Ed25519(Box::new(key)), id }
    }

    /// A secret that signs and checks: whoever has it can do both.
    ///
    /// # Errors
    /// Where it is shorter than 32 bytes.
    pub fn hmac(secret: &[u8]) -> Result<Signer, KeyError> {
        let (key, id) = shared(secret)?;
        Ok(Signer { key: Secret::Hmac(Box::new(key)), id })
    }

    /// What checks its signatures.
    pub fn verifier(&self) -> Verifier {
        let key = match &self.key {
            Secret::Ed25519(key) => Check::Ed25519(Box::new(key.verifying_key())),
            Secret::Hmac(key) => Check::Hmac(key.clone()),
        };
        Verifier { key, id: self.id.clone() }
    }

    /// The public half, for the executor; none of a shared secret.
    pub fn public(&self) -> Option<[u8; 32]> {
        match &self.key {
            Secret::Ed25519(key) => Some(key.verifying_key().to_bytes()),
            Secret::Hmac(_) => None,
        }
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn sign(&self, message: &[u8]) -> Vec<u8> {
        let message = [CONTEXT, message].concat();
        match &self.key {
            Secret::Ed25519(key) => key.sign(&message).to_bytes().to_vec(),
            Secret::Hmac(key) => (**key).clone().chain_update(message).finalize().into_bytes().to_vec(),
        }
    }
}

impl Verifier {
    /// The public half of a key of Ed25519.
    ///
    /// # Errors
    /// Where these bytes are none.
    pub fn ed25519(public: &[u8; 32]) -> Result<Verifier, KeyError> {
        let key = VerifyingKey::from_bytes(public).map_err(|_| KeyError::NoPublicKey)?;
        if key.is_weak() {
            return Err(KeyError::NoPublicKey);
        }
        Ok(Verifier { id: public_id(&key), key: Check::Ed25519(Box::new(key)) })
    }

    /// The secret that signs, too.
    ///
    /// # Errors
    /// Where it is shorter than 32 bytes.
    pub fn hmac(secret: &[u8]) -> Result<Verifier, KeyError> {
        let (key, id) = shared(secret)?;
        Ok(Verifier { key: Check::Hmac(Box::new(key)), id })
    }

    /// Its name, which a permit holds: nothing of a secret can be told from it.
    pub fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn is_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        let message = [CONTEXT, message].concat();
        match &self.key {
            // The strict check: a signature that another implementation might read otherwise is none.
            Check::Ed25519(key) => {
                let signature = Signature::from_slice(signature);
                signature.is_ok_and(|signature| key.verify_strict(&message, &signature).is_ok())
            }
            // In constant time.
            Check::Hmac(key) => (**key).clone().chain_update(message).verify_slice(signature).is_ok(),
        }
    }
}

fn public_id(key: &VerifyingKey) -> String {
    format!("ed25519:{}", Digest::of(key.as_bytes()))
}

fn shared(secret: &[u8]) -> Result<(Hmac<Sha256>, String), KeyError> {
    let too_short = KeyError::TooShort(secret.len());
    if secret.len() < SHORTEST {
        return Err(too_short);
    }
    let key = Hmac::<Sha256>::new_from_slice(secret).map_err(|_| too_short)?;
    let id = key.clone().chain_update(b"chk key 1\n").finalize().into_bytes();
    Ok((key, format!("hmac-sha256:{}", to_hex(&id))))
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signer({})", self.id)
    }
}

impl fmt::Debug for Verifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Verifier({})", self.id)
    }
}
