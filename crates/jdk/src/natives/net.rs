//! `java.net`: there is no network. Names of hosts are not found, and no interface is there.

use super::Table;
use crate::env::{Answer, Env, boolean, reference, reference_at, void};

pub const TABLE: Table = &[
    ("java/net/InetAddress.init", |_, _| void()),
    ("java/net/Inet4Address.init", |_, _| void()),
    ("java/net/Inet6Address.init", |_, _| void()),
    ("java/net/NetworkInterface.init", |_, _| void()),
    ("java/net/NetworkInterface.getAll", |_, _| reference(0)),
    ("java/net/NetworkInterface.getByName0", |_, _| reference(0)),
    ("java/net/NetworkInterface.getByInetAddress0", |_, _| reference(0)),
    ("java/net/InetAddress.isIPv4Available", |_, _| boolean(true)),
    ("java/net/InetAddress.isIPv6Supported", |_, _| boolean(false)),
    ("java/net/InetAddressImplFactory.isIPv6Supported", |_, _| boolean(false)),
    ("java/net/Inet4AddressImpl.getLocalHostName", |env, _| reference(env.new_string("localhost")?)),
    ("java/net/Inet4AddressImpl.lookupAllHostAddr", unknown),
];

/// `(implementation, name)`.
fn unknown(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let name = env.text(reference_at(args, 1))?;
    Err(env.throw("java/net/UnknownHostException", &format!("{name}: Name or service not known")))
}
