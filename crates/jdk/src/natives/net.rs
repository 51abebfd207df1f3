//! `java.net`: there is no network. Of the names of hosts only `localhost` is known, and no interface is there.

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
    ("java/net/Inet4AddressImpl.lookupAllHostAddr", look_up),
    ("java/net/Inet4AddressImpl.getHostByAddr", name_of),
];

const LOOPBACK: [u8; 4] = [127, 0, 0, 1];
const NAME: &str = "localhost";

/// `(implementation, name)`: the addresses of a host.
fn look_up(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    const HOLDER: &str = "java/net/InetAddress$InetAddressHolder";
    const IPV4: u64 = 1;
    let string = reference_at(args, 1);
    let name = env.text(string)?;
    if name != NAME {
        return Err(env.throw("java/net/UnknownHostException", &format!("{name}: Name or service not known")));
    }
    let holder = env.new_object(HOLDER)?;
    env.set(holder, HOLDER, "hostName", string)?;
    env.set(holder, HOLDER, "originalHostName", string)?;
    env.set_small(holder, HOLDER, "address", 4, u64::from(u32::from_be_bytes(LOOPBACK)))?;
    env.set_small(holder, HOLDER, "family", 4, IPV4)?;
    let address = env.new_object("java/net/Inet4Address")?;
    env.set(address, "java/net/InetAddress", "holder", holder)?;
    reference(env.new_references("[Ljava/net/InetAddress;", &[address])?)
}

/// `(implementation, bytes)`: the name of the host with an address.
fn name_of(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    match env.bytes(reference_at(args, 1), 0, LOOPBACK.len() as i32)? == LOOPBACK {
        true => reference(env.new_string(NAME)?),
        false => Err(env.throw_with("java/net/UnknownHostException", 0)),
    }
}
